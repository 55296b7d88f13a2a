import { isJsonObject } from '@lathe/contract'
import { type JsonReading, readJsonValue } from '../../traces/ingest/json-value.ts'

/** One record of a file and its position. */
export type FileRecord = { location: string; reading: JsonReading; bytes: number }

/** `most` limits the bytes of one record, or of a file that is a single record. */
type Options = { depth: number; maxBytes: number }

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
  { depth, maxBytes }: Options,
): AsyncGenerator<FileRecord> {
  const toRecord = ({ number, bytes, isCut }: Line): FileRecord => {
    const location = `line ${number}`
    if (bytes === 'too long')
      return { location, reading: { problem: `is longer than ${maxBytes} bytes` }, bytes: maxBytes }
    const reading = readJsonValue(bytes, depth)
    if ('value' in reading) return { location, reading, bytes: bytes.length }
    const problem = reading.problem.replace(WITHIN_LINE, '')
    const message =
      isCut && number > 1 ? `${problem}; the file seems to be truncated here` : problem
    return { location, reading: { problem: message }, bytes: bytes.length }
  }
  const lines = splitLines(source, maxBytes)
  const first = await lines.next()
  if (first.done) return
  const firstRecord = toRecord(first.value)
  if ('value' in firstRecord.reading && isSingle(firstRecord.reading.value)) {
    yield firstRecord
  } else {
    const collectedLines = await collectLines(first.value, lines, maxBytes)
    const records = collectedLines.isWhole ? readWhole(collectedLines.lines, depth) : undefined
    if (records) yield* records
    else for (const line of collectedLines.lines) yield toRecord(line)
  }
  for await (const line of lines) yield toRecord(line)
}

const isSingle = (value: unknown) => isJsonObject(value) && !Array.isArray(value['runs'])

async function collectLines(first: Line, lines: AsyncGenerator<Line>, maxBytes: number) {
  const collectedLines = [first]
  let size = 0
  for (;;) {
    const last = collectedLines.at(-1)
    size += !last || last.bytes === 'too long' ? maxBytes + 1 : last.bytes.length + 1
    if (size > maxBytes) return { lines: collectedLines, isWhole: false }
    const next = await lines.next()
    if (next.done) return { lines: collectedLines, isWhole: true }
    collectedLines.push(next.value)
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
  const list = isJsonObject(value) && Array.isArray(value['runs']) ? value['runs'] : value
  if (!Array.isArray(list)) return [{ location: 'the file', reading, bytes: body.length }]
  const bytes = Math.ceil(body.length / Math.max(1, list.length))
  return list.map((value, index) => ({
    location: `item ${index + 1}`,
    reading: { value },
    bytes,
  }))
}

/** Yields non-empty lines. Too long lines are yielded without their bytes. */
async function* splitLines(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let slices: Buffer[] = []
  let size = 0
  let number = 1
  const add = (slice: Buffer) => {
    size += slice.length
    if (size > maxBytes) slices = []
    else slices.push(slice)
  }
  const endLine = (): Line[] => {
    const bytes = size > maxBytes ? 'too long' : Buffer.concat(slices)
    slices = []
    size = 0
    const isBlank = bytes !== 'too long' && bytes.toString('latin1').trim() === ''
    return isBlank ? [] : [{ number, bytes }]
  }
  for await (const chunk of source) {
    let start = 0
    for (let next = chunk.indexOf(10); next >= 0; next = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, next))
      yield* endLine()
      number += 1
      start = next + 1
    }
    add(chunk.subarray(start))
  }
  for (const line of endLine()) yield { ...line, isCut: true }
}
