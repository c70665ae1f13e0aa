// What goes over the wire, as docs/protocol.md tells it. For the checker alone: nothing loads it.

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

/** Why a bot would choose something: a key of `reason.` and what stands in its gaps. */
export interface Reason {
  key: string;
  params?: Record<string, any>;
}

/** What a bot would have chosen next: what speaks for it, what of the first does not, what does for it alone, and how far it stands back. */
export interface Alternative {
  choice: Choice;
  why: Reason[];
  lacks: Reason[];
  has: Reason[];
  gap: Reason | null;
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
  /** a bot that searches, and so thinks for long */
  deep?: boolean;
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
