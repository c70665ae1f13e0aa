// Good and bad from the reader's side: what pleases one strikes the others, and who only watches takes no side. Data only.

/**
 * What is luck, or bad luck, for one side or for several who share it.
 * @param {string | null | undefined | false} reader  who reads, as far as he takes part @param {string | string[]} whose @param {boolean} [good]
 * @returns {boolean | undefined}
 */
export const luck = (reader, whose, good = true) => (reader ? [whose].flat().includes(reader) === good : undefined);

/** How it sounds. @param {boolean | undefined} good @returns {"good" | "bad" | "piece"} */
export const sounds = (good) => (good === undefined ? "piece" : good ? "good" : "bad");
