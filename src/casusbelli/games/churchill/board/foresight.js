// What the engine foresees of an option (shell.preview), asked once and remembered as long as the question stands.

const MOST = 24; // previews asked at a time

export class Foresight {
  constructor(shell, arrived) {
    this.shell = shell;
    this.arrived = arrived;
    this.known = new Map();
  }

  /** A new question forgets the old answers. */
  about(question) {
    if (question === this.question) return;
    this.question = question;
    this.known.clear();
  }

  /** What is known of an option; asks for it when nothing is. */
  of(option) {
    if (!option || this.shell.replaying) return undefined;
    const key = JSON.stringify(option);
    if (!this.known.has(key)) this.ask(key, option);
    return this.known.get(key) ?? undefined;
  }

  all(options) {
    return options.slice(0, MOST).map((option) => [option, this.of(option)]);
  }

  async ask(key, option) {
    const { question } = this;
    this.known.set(key, null);
    const answer = await this.shell.preview(option);
    if (question !== this.question || !answer) return;
    this.known.set(key, answer);
    this.arrived();
  }
}

/** An option of the meeting as a card on the floor. */
export function asPlay(option, foreseen, book) {
  if (!foreseen?.steps) return null;
  const [verb, card] = option;
  const [mode, who] = verb.split("_");
  const leader = who === "leader";
  return { ...foreseen, power: book.own, mode, card: leader ? book.view.powers[book.own].leader.id : card, discard: leader ? card : "" };
}
