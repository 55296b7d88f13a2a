type TraceStart = { id: string; startedAt: number }

const WRITTEN = /^(?:(\d{1,16})_)?([^_]+)$/

/** Formats the position of a trace in a list, which stays valid after the trace is deleted. */
export const writeTraceCursor = ({ id, startedAt }: TraceStart): string => `${startedAt}_${id}`

/** Reads a trace cursor. `startedAt` is undefined if it is a bare trace id. */
export function readTraceCursor(text: string): { id: string; startedAt: number | undefined } {
  const [, time, id = ''] = WRITTEN.exec(text) ?? []
  return { id, startedAt: time === undefined ? undefined : Number(time) }
}
