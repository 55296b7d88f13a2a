import type { Hold } from '../http/holds.ts'
import { type AnsweredLine, type BatchLine, expiredLine, type LineProblem } from './batch-lines.ts'
import { type FileStore, newId } from './file-store.ts'

type BatchStatus = 'failed' | 'in_progress' | 'completed' | 'expired' | 'cancelled'

type BatchOptions = {
  inputFileId: string
  endpoint: string
  metadata: Record<string, string>
  lines: readonly BatchLine[]
  problems: readonly LineProblem[]
  hold: Hold | undefined
  durationMs: number
  /** Number of lines after which the batch expires. */
  expiresAfter: number
  answer: (line: BatchLine) => AnsweredLine
  files: Pick<FileStore, 'addFile'>
}

const DAY_MS = 24 * 3_600_000

/** Answers its lines over its duration. Nothing runs in the background: reading the batch advances it. */
export class Batch {
  readonly id = newId('batch_')
  readonly #options: BatchOptions
  readonly #createdAt = Date.now()
  readonly #answered: AnsweredLine[] = []
  #status: BatchStatus = 'in_progress'
  #endedAt: number | null = null
  #outputFileId: string | null = null
  #errorFileId: string | null = null

  constructor(options: BatchOptions) {
    this.#options = options
    if (options.problems.length > 0) this.#end('failed')
  }

  cancel(): void {
    this.#advance()
    if (this.#status === 'in_progress') this.#end('cancelled')
  }

  toBody(): object {
    this.#advance()
    const { inputFileId, endpoint, metadata, lines, problems } = this.#options
    const seconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1_000))
    const endTimestamps = (status: BatchStatus) =>
      this.#status === status ? seconds(this.#endedAt) : null
    const failed = this.#answered.filter(({ isError }) => isError).length
    return {
      id: this.id,
      object: 'batch',
      endpoint,
      errors: problems.length > 0 ? { object: 'list', data: problems } : null,
      input_file_id: inputFileId,
      completion_window: '24h',
      status: this.#status,
      output_file_id: this.#outputFileId,
      error_file_id: this.#errorFileId,
      created_at: seconds(this.#createdAt),
      in_progress_at: seconds(this.#createdAt),
      expires_at: seconds(this.#createdAt + DAY_MS),
      completed_at: endTimestamps('completed'),
      failed_at: endTimestamps('failed'),
      expired_at: endTimestamps('expired'),
      cancelled_at: endTimestamps('cancelled'),
      request_counts: {
        total: lines.length,
        completed: this.#answered.length - failed,
        failed,
      },
      metadata,
    }
  }

  #advance(): void {
    const { lines, hold, durationMs, expiresAfter, answer } = this.#options
    if (this.#status !== 'in_progress' || (hold && !hold.isReleased())) return
    const elapsedMs = Date.now() - this.#createdAt
    const share = durationMs === 0 ? 1 : Math.min(1, elapsedMs / durationMs)
    const finishedLines = Math.min(expiresAfter, Math.floor(lines.length * share))
    for (const line of lines.slice(this.#answered.length, finishedLines))
      this.#answered.push(answer(line))
    if (share < 1) return
    this.#answered.push(...lines.slice(this.#answered.length).map(expiredLine))
    this.#end(expiresAfter < lines.length ? 'expired' : 'completed')
  }

  #end(status: BatchStatus): void {
    this.#status = status
    this.#endedAt = Date.now()
    this.#outputFileId = this.#storeLines(false)
    this.#errorFileId = this.#storeLines(true)
  }

  #storeLines(isError: boolean): string | null {
    const lines = this.#answered.filter((line) => line.isError === isError)
    if (lines.length === 0) return null
    const text = lines.map((line) => `${line.text}\n`).join('')
    const name = `${this.id}_${isError ? 'error' : 'output'}.jsonl`
    return this.#options.files.addFile({ name, purpose: 'batch_output', text }).id
  }
}
