import type { GraphDocument } from '@lathe/contract'

/** The result of an edit, or the reason for its rejection as shown to the user. */
export type Edit = { ok: true; document: GraphDocument } | { ok: false; reason: string }

export const edited = (document: GraphDocument): Edit => ({ ok: true, document })
export const rejected = (reason: string): Edit => ({ ok: false, reason })

/** Renames one key and keeps the order of the record. */
export function withKeyRenamed<T>(record: Record<string, T>, from: string, to: string) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]): [string, T] => [key === from ? to : key, value]),
  )
}

export function omitKeys<T>(record: Record<string, T>, keys: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)))
}
