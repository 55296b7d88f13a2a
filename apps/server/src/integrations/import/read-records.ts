import { isObject } from '@lathe/traces'
import { type JsonReading, readJsonValue } from '../../traces/ingest/json-value.ts'

/** One record of a file and its position. */
export type FileRecord = { place: string; reading: JsonReading; bytes: number }

/** `most` limits the bytes of one record, or of a file that is a single record. */
type Options = { depth: number; most: number }

/** `isCut` if the file ends without a line break. */
type Line = { number: number; bytes: Buffer | 'too long'; isCut?: true }

/** Position reported by `JSON.parse`, which counts lines within one line of the file. */
const WITHIN_LINE = / \(line \d+ column \d+\)$/

/**
 * Reads JSON lines, or one JSON text: a list, an object with `runs`, or a single record on many
 * lines.
 */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  { depth, most }: Options,
): AsyncGenerator<FileRecord> {
  const toRecord = ({ number, bytes, isCut }: Line): FileRecord => {
    const place = `line ${number}`
    if (bytes === 'too long')
      return { place, reading: { problem: `is longer than ${most} bytes` }, bytes: most }
    const reading = readJsonValue(bytes, depth)
    if ('value' in reading) return { place, reading, bytes: bytes.length }
    const problem = reading.problem.replace(WITHIN_LINE, '')
    const message =
      isCut && number > 1 ? `${problem}; the file seems to be truncated here` : problem
    return { place, reading: { problem: message }, bytes: bytes.length }
  }
  const lines = splitLines(source, most)
  const first = await lines.next()
  if (first.done) return
  const begin = toRecord(first.value)
  if ('value' in begin.reading && isSingle(begin.reading.value)) {
    yield begin
  } else {
    const collected = await collectLines(first.value, lines, most)
    const records = collected.isWhole ? readWhole(collected.lines, depth) : undefined
    if (records) yield* records
    else for (const line of collected.lines) yield toRecord(line)
  }
  for await (const line of lines) yield toRecord(line)
}

const isSingle = (value: unknown) => isObject(value) && !Array.isArray(value['runs'])

async function collectLines(first: Line, lines: AsyncGenerator<Line>, most: number) {
  const collected = [first]
  let size = 0
  for (;;) {
    const last = collected.at(-1)
    size += !last || last.bytes === 'too long' ? most + 1 : last.bytes.length + 1
    if (size > most) return { lines: collected, isWhole: false }
    const next = await lines.next()
    if (next.done) return { lines: collected, isWhole: true }
    collected.push(next.value)
  }
}

/** Returns undefined if the joined lines are not JSON either. */
function readWhole(lines: readonly Line[], depth: number): FileRecord[] | undefined {
  const texts = lines.flatMap(({ bytes }) =>
    bytes === 'too long' ? [] : [bytes, Buffer.from('\n')],
  )
  const body = Buffer.concat(texts)
  const reading = readJsonValue(body, depth)
  if ('problem' in reading) return undefined
  const { value } = reading
  const list = isObject(value) && Array.isArray(value['runs']) ? value['runs'] : value
  if (!Array.isArray(list)) return [{ place: 'the file', reading, bytes: body.length }]
  const bytes = Math.ceil(body.length / Math.max(1, list.length))
  return list.map((value, index) => ({
    place: `item ${index + 1}`,
    reading: { value },
    bytes,
  }))
}

/** Yields non-empty lines. Too long lines are yielded without their bytes. */
async function* splitLines(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let size = 0
  let number = 1
  const add = (piece: Buffer) => {
    size += piece.length
    if (size > most) pieces = []
    else pieces.push(piece)
  }
  const end = (): Line[] => {
    const bytes = size > most ? 'too long' : Buffer.concat(pieces)
    pieces = []
    size = 0
    const isBlank = bytes !== 'too long' && bytes.toString('latin1').trim() === ''
    return isBlank ? [] : [{ number, bytes }]
  }
  for await (const chunk of source) {
    let start = 0
    for (let next = chunk.indexOf(10); next >= 0; next = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, next))
      yield* end()
      number += 1
      start = next + 1
    }
    add(chunk.subarray(start))
  }
  for (const line of end()) yield { ...line, isCut: true }
}
