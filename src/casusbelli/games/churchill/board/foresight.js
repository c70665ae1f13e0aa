// What the engine foresees of an option (shell.preview), asked once and remembered as long as the question stands.

const MOST = 24; // previews asked at a time

export class Foresight {
  constructor(shell, arrived) {
    this.shell = shell;
    this.arrived = arrived;
    this.known = new Map();
    /** @type {Map<string, Promise<any>>} */
    this.asked = new Map();
  }

  /** A new question forgets the old answers. */
  about(question) {
    if (question === this.question) return;
    this.question = question;
    this.known.clear();
    this.asked.clear();
  }

  /** What is known of an option; asks for it when nothing is, and tells the board when it has come. */
  of(option) {
    if (!option || this.shell.replaying) return undefined;
    const key = JSON.stringify(option);
    if (this.known.has(key)) return this.known.get(key) ?? undefined;
    const { question } = this;
    this.known.set(key, null);
    this.told(option).then((answer) => answer && question === this.question && this.arrived());
    return undefined;
  }

  all(options) {
    return options.slice(0, MOST).map((option) => [option, this.of(option)]);
  }

  /** What the engine tells of an option; null where that is nothing, or the question has gone. @returns {Promise<any>} */
  told(option) {
    const key = JSON.stringify(option);
    if (!this.asked.has(key)) this.asked.set(key, this.ask(key, option));
    return /** @type {Promise<any>} */ (this.asked.get(key));
  }

  async ask(key, option) {
    const { question } = this;
    const answer = await this.shell.preview(option);
    if (question !== this.question || !answer) return null;
    this.known.set(key, answer);
    return answer;
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
