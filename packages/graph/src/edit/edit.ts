import type { GraphDocument } from '@lathe/contract'

/** A change that may be refused, with the reason in the user's words. */
export type Edit = { ok: true; document: GraphDocument } | { ok: false; reason: string }

export const edited = (document: GraphDocument): Edit => ({ ok: true, document })
export const refused = (reason: string): Edit => ({ ok: false, reason })

/** The record in its order, with one key renamed. */
export function withKeyRenamed<T>(record: Record<string, T>, from: string, to: string) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]): [string, T] => [key === from ? to : key, value]),
  )
}

export function without<T>(record: Record<string, T>, keys: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)))
}
