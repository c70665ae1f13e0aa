// What every drawing of a board asks first: the present frame, what it asks, and what has been picked of an answer so far.

export class Present {
  constructor(shell) {
    this.shell = shell;
    this.picked = [];
  }

  take(frame, picked) {
    this.frame = frame;
    this.view = frame.view;
    this.picked = [...picked];
    this.options = frame.ask?.options ?? [];
    this.decision = frame.ask?.decision ?? "";
  }
}
