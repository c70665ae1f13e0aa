// What goes between shell and board; what goes over the wire is in wire.d.ts. For the checker alone: nothing loads it.

import type { Choice, Frame, GameEvent, Option, Seat } from "./wire.d.ts";

export type * from "./wire.d.ts";

export interface Button {
  label: string;
  choice?: Choice;
  pick?: string;
  then?: string[];
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
  readonly ready?: Promise<unknown>;
  update(frame: Frame, previous: Frame | null): void;
  picks?(frame: Frame, picked: string[]): { text?: any; buttons?: Button[] } | null | undefined;
  /** `event`: a line of the log names it. */
  inspect?(kind: string, id: string, event?: GameEvent): any;
  legend?(): { selector: string; sign: any; words: string }[];
  summary?(event: GameEvent, frame: Frame, again?: boolean): any;
  row?(option: Option, parts: any): { label: any; small?: any } | null | undefined;
  describe?(value: string): string | null | undefined;
  scene?(event: GameEvent, frame: Frame, previous: Frame | null): import("./scenes.js").Scene | null | undefined;
  battles?(log: GameEvent[]): import("./battles.js").Battle[];
  actor?(event: GameEvent): string | null | undefined;
  touches?(event: GameEvent): Record<string, any> | null | undefined;
  plays?(frame: Frame, seat: Seat): string | null | undefined;
  leads?(frame: Frame, seat: Seat): string[];
  acts?(frame: Frame, seat: Seat, decision: string): string | null | undefined;
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
