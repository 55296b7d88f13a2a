declare const content: unique symbol

/** JSON as stored: text that parses to `T`. */
export type JsonText<T> = string & { readonly [content]?: T }

export const toJson = <T>(value: T): JsonText<T> => JSON.stringify(value)

/** The cast holds because only `toJson` makes a `JsonText<T>`, and only the stores write these columns. */
export const fromJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T

export const toJsonOrNull = <T>(value: T | null | undefined): JsonText<T> | null =>
  value === null || value === undefined ? null : toJson(value)

export const fromJsonOrNull = <T>(text: JsonText<T> | null): T | null =>
  text === null ? null : fromJson(text)
