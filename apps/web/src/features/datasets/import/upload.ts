import type { ImportPlan, ImportPreview, ImportReport } from '@lathe/contract'

/** What the server answered when it refused: read as errors of procedures are. */
class Refused extends Error {
  readonly code: unknown
  readonly data: unknown

  constructor({ message, code, data }: { message: string; code?: unknown; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

async function send<T>(path: string, file: Blob): Promise<T> {
  const response = await fetch(`/api/datasets/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  const body: unknown = await response.json()
  // The cast holds because both answers are checked by tests against their schemas.
  if (!response.ok) throw new Refused(body as ConstructorParameters<typeof Refused>[0])
  return body as T
}

export const previewFile = (file: Blob) => send<ImportPreview>('preview', file)

export function importFile(datasetId: string, file: Blob, plan: ImportPlan, name: string) {
  const query = new URLSearchParams({ plan: JSON.stringify(plan), name })
  return send<ImportReport>(`${datasetId}/import?${query.toString()}`, file)
}
