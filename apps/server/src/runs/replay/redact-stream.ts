import { type Json, type RecordedChunk, isJsonObject } from '@lathe/contract'

/** Finds the secrets in a text, in their order. */
export type SecretLocator = {
  locate(text: string): { start: number; end: number; placeholder: string }[]
}

/** Replaces secrets in a text that comes in pieces. The placeholder goes into the piece where the secret starts. */
export function spreadText(pieces: readonly string[], secrets: SecretLocator): string[] {
  const match = secrets.locate(pieces.join(''))
  if (match.length === 0) return [...pieces]
  let offset = 0
  return pieces.map((piece) => {
    const [from, to] = [offset, offset + piece.length]
    offset = to
    let text = ''
    let position = from
    for (const { start, end, placeholder } of match) {
      if (end <= from || start >= to) continue
      text += piece.slice(position - from, Math.max(start, from) - from)
      if (start >= from) text += placeholder
      position = Math.min(end, to)
    }
    return text + piece.slice(position - from)
  })
}

const DATA = 'data:'

/**
 * Redacts a recorded answer. In a stream of server-sent events the texts at the same place of each event belong
 * together. An answer without secrets keeps its bytes.
 */
export function redactChunks(
  chunks: readonly RecordedChunk[],
  secrets: SecretLocator,
): RecordedChunk[] {
  if (chunks.some(({ encoding }) => encoding === 'base64')) return [...chunks]
  const plain = spreadText(
    chunks.map(({ data }) => data),
    secrets,
  )
  const lines = plain.join('').split('\n')
  const events = lines.map((line) => (line.startsWith(DATA) ? parseEvent(line) : undefined))
  const texts = new Map<string, TextPlace[]>()
  for (const event of events) if (event !== undefined) listTexts(event, '', texts)
  for (const places of texts.values()) {
    const before = places.map(({ text }) => text)
    spreadText(before, secrets).forEach((text, index) => {
      const place = places[index]
      if (place && text !== place.text) place.set(text)
    })
  }
  const redacted = lines.map((line, index) => {
    const event = events[index]
    if (event === undefined) return line
    const isChanged = JSON.stringify(parseEvent(line)) !== JSON.stringify(event)
    return isChanged ? `${DATA} ${JSON.stringify(event)}` : line
  })
  return cutInto(chunks, plain, redacted)
}

function parseEvent(line: string): Json | undefined {
  try {
    return JSON.parse(line.slice(DATA.length)) as Json
  } catch {
    return undefined
  }
}

/** The texts of a recorded answer. Texts at the same place of consecutive events are joined. */
export function listStreamTexts(chunks: readonly RecordedChunk[]): string[] {
  const fullText = chunks.map(({ data }) => data).join('')
  const texts = new Map<string, TextPlace[]>()
  const otherLines: string[] = []
  for (const line of fullText.split('\n')) {
    const event = line.startsWith(DATA) ? parseEvent(line) : undefined
    if (event === undefined) otherLines.push(line)
    else listTexts(event, '', texts)
  }
  const joined = [...texts.values()].map((places) => places.map(({ text }) => text).join(''))
  return [otherLines.join('\n'), ...joined]
}

type TextPlace = { text: string; set(text: string): void }

function listTexts(value: Json, place: string, texts: Map<string, TextPlace[]>): void {
  if (!Array.isArray(value) && !isJsonObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const path = `${place}/${name}`
    if (typeof inner === 'string') {
      const places = texts.get(path) ?? []
      places.push({ text: inner, set: (text) => Reflect.set(value, name, text) })
      texts.set(path, places)
    } else listTexts(inner, path, texts)
  }
}

/** Puts each line into the chunk that contained its end. */
function cutInto(
  chunks: readonly RecordedChunk[],
  before: readonly string[],
  lines: readonly string[],
): RecordedChunk[] {
  const joined = before.join('')
  if (lines.join('\n') === joined)
    return chunks.map((chunk, index) => ({ ...chunk, data: before[index] ?? '' }))
  const ends = joined.split('\n').map((line) => line.length + 1)
  const data = chunks.map(() => '')
  let chunk = 0
  let chunkEnd = before[0]?.length ?? 0
  let position = 0
  lines.forEach((line, index) => {
    position += ends[index] ?? 0
    const isLast = index === lines.length - 1
    while (chunk < chunks.length - 1 && position > chunkEnd) {
      chunk += 1
      chunkEnd += before[chunk]?.length ?? 0
    }
    data[chunk] += isLast ? line : `${line}\n`
  })
  return chunks.map((recorded, index) => ({ ...recorded, data: data[index] ?? '' }))
}
