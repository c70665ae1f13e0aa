// What goes over the wire and between shell and board, as docs/protocol.md tells it. For the checker alone: nothing loads it.

/** A verb and the ids it is about, or numbers: one way to answer. */
export type Choice = (string | number)[];
export type Option = Choice;
export type Seat = string;
/** What a game shows a viewpoint: its own business. */
export type View = any;

export interface GameEvent {
  kind: string;
  rule?: string | null;
  params: Record<string, any>;
}

export interface Ask {
  decision: string;
  rule: string | null;
  about: Record<string, any>;
  options: Option[];
  seconds?: number | null;
}

/** What turns a view into an earlier one. */
export interface Change {
  "+"?: Record<string, any>;
  "-"?: (string | number)[];
  "~"?: Record<string, Change>;
}

export interface Beat {
  at: number;
  back: Change;
}

export interface Player {
  name: string;
  kind: "human" | "bot" | "open";
  bot?: string;
  online?: boolean;
  invite?: string;
  caretaker?: string;
  left?: boolean;
  owner?: string;
}

export interface Over {
  winners: Seat[];
  ending: string;
  scores?: Record<Seat, number>;
  seed?: string;
  by?: string;
  seat?: Seat;
}

/** A frame as the shell hands it on: `log` is the whole list, `events` what is new; `staged` is true in a beat. */
export interface Frame {
  seq: number;
  choices: number;
  seat: Seat | null;
  over: Over | null;
  view: View;
  ask: Ask | null;
  waiting: { seat: Seat; decision: string }[];
  undo: boolean;
  undo_why?: "others" | "revealed" | "lapse" | "over" | "often" | null;
  events: { from: number; list: GameEvent[] };
  log: GameEvent[];
  players: Record<Seat, Player>;
  beats?: Beat[];
  own?: number | null;
  acts?: number[];
  staged?: boolean;
  at?: number;
  coach?: any;
  sandbox?: any;
}

export interface Refusal {
  key: string;
  rule?: string | null;
  params?: Record<string, any>;
}

export interface Button {
  label: string;
  choice?: Choice;
  pick?: string;
  danger?: boolean;
  primary?: boolean;
  disabled?: boolean;
}

/** What a board may use of the shell. */
export interface Shell {
  t(key: string, params?: Record<string, any>): string;
  name(id: string): string;
  choose(choice: Choice): any;
  why(choice: Choice): Promise<any>;
  preview(choice: Choice): Promise<any>;
  readonly picked: string[];
  pick(value: string): boolean;
  unpick(): boolean;
  candidates(): Option[];
  dialog(told: { title: string; body: any; buttons?: any[]; kind?: string }): any;
  panel(id: string, title: string, tab?: string): HTMLElement;
  digest(id: string): HTMLElement;
  announce(text: string): void;
  readonly theme: string;
  readonly language: string;
  readonly layout: "wide" | "tablet" | "phone";
  readonly compact: boolean;
  readonly replaying: boolean;
  rule(number: string): any;
  refresh(): void;
  draw(): void;
}

/** A game's board: what `board/board.js` exports by default. */
export interface Board {
  update(frame: Frame, previous: Frame | null): void;
  picks?(frame: Frame, picked: string[]): { text?: any; buttons?: Button[] } | null | undefined;
  inspect?(kind: string, id: string): any;
  legend?(): { selector: string; sign: any; words: string }[];
  summary?(event: GameEvent, frame: Frame): any;
  row?(option: Option, parts: any): { label: any; small?: any } | null | undefined;
  describe?(value: string): string | null | undefined;
  scene?(event: GameEvent, frame: Frame, previous: Frame | null): import("./scenes.js").Scene | null | undefined;
  actor?(event: GameEvent): string | null | undefined;
  touches?(event: GameEvent): Record<string, any> | null | undefined;
  plays?(frame: Frame, seat: Seat): string | null | undefined;
  bring?(value: string): any;
  headline?(frame: Frame): string | string[] | null | undefined;
  facts?(frame: Frame, seat: Seat): { label: string; value: any }[];
  tabs?(): { id: string; label: string; key?: string }[];
  tables?(frame: Frame): { title: string; head: any[]; rows: any[][] }[];
  reveal?(node: Element, value: string): any;
  destroy?(): void;
}

declare global {
  /** Every element of these pages is HTML or SVG: both have data, style and focus. */
  interface Element extends HTMLOrSVGElement, ElementCSSInlineStyle {}
  interface Element {
    hidden: boolean;
  }
  interface ParentNode {
    querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
    querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
  }
}
