import * as z from 'zod'
import { parseJson } from '../wire/json.ts'

const Line = z.object({
  custom_id: z.string().min(1),
  method: z.literal('POST'),
  url: z.string(),
  body: z.record(z.string(), z.unknown()),
})

export type BatchLine = { customId: string; body: unknown }

/** What a provider finds wrong with an input file before it answers any of it. */
export type LineProblem = { code: string; message: string; param: string | null; line: number }

type ReadLines = { lines: BatchLine[]; problems: LineProblem[] }

export function readLines(text: string, endpoint: string): ReadLines {
  const lines: BatchLine[] = []
  const problems: LineProblem[] = []
  const taken = new Set<string>()
  for (const [index, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue
    const found = (code: string, message: string, param: string | null = null) =>
      problems.push({ code, message, param, line: index + 1 })
    const parsed = Line.safeParse(parseJson(row))
    if (!parsed.success) {
      const param = parsed.error.issues[0]?.path.join('.') ?? ''
      found('invalid_json_line', 'This line is not a request of a batch.', param || null)
    } else if (parsed.data.url !== endpoint) {
      found('mismatched_url', `The URL of the line is not the batch's ${endpoint}.`, 'url')
    } else if (taken.has(parsed.data.custom_id)) {
      found('duplicate_custom_id', 'The custom_id was used before.', 'custom_id')
    } else {
      taken.add(parsed.data.custom_id)
      lines.push({ customId: parsed.data.custom_id, body: parsed.data.body })
    }
  }
  if (lines.length + problems.length === 0) {
    problems.push({ code: 'empty_file', message: 'The file is empty.', param: null, line: 0 })
  }
  return { lines, problems }
}
