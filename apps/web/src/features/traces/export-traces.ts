import type { TraceExport } from '@lathe/contract'
import { client } from '../../lib/api/api.ts'
import { saveFile } from '../../lib/browser/save-file.ts'

type ExportOptions = Partial<Pick<TraceExport, 'format' | 'spans' | 'metadata'>>

/** Exports the traces. Throws the server's error response. */
export async function readExport(kind: ExportOptions, ids: readonly string[]): Promise<Blob> {
  const response = await fetch('/api/traces/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...kind, ids }),
  })
  if (!response.ok) throw await response.json()
  return await response.blob()
}

/**
 * Downloads a trace with its payloads, feedback, attachments and recording as a JSON file that
 * Lathe can import.
 */
export async function exportTrace(id: string): Promise<void> {
  const [exchanges, trace] = await Promise.all([
    client.traces.exchanges({ id }),
    readExport({ format: 'jsonl', spans: true }, [id]),
  ])
  // The trace is not parsed: it may exceed the maximum string length.
  const parts = [`{"format":1,"exchanges":${JSON.stringify(exchanges)},`, trace.slice(1)]
  saveFile(`trace-${id}.json`, new Blob(parts, { type: 'application/json' }))
}
