import type { ImportPlan, ImportPreview, ImportReport } from '@lathe/contract'
import { type Progress, sendFile } from '../../../lib/api/send-file.ts'

/** How to parse a file. Without `encoding` it is detected. */
export type Reading = { hasHeader: boolean; encoding?: string }

type Previewing = { datasetId: string; reading: Reading; signal: AbortSignal }

export function previewFile(file: Blob, { datasetId, reading, signal }: Previewing) {
  const { hasHeader, encoding } = reading
  const query = new URLSearchParams({
    hasHeader: String(hasHeader),
    dataset: datasetId,
    ...(encoding && { encoding }),
  })
  return sendFile<ImportPreview>(`/api/datasets/preview?${query.toString()}`, file, { signal })
}

type Taken = {
  plan: ImportPlan
  name: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

/** Aborting imports nothing. The browser asks before the page is left during an import. */
export async function importFile(
  datasetId: string,
  file: Blob,
  { plan, name, signal, onProgress }: Taken,
) {
  const query = new URLSearchParams({ plan: JSON.stringify(plan), name })
  window.addEventListener('beforeunload', askFirst)
  try {
    return await sendFile<ImportReport>(
      `/api/datasets/${datasetId}/import?${query.toString()}`,
      file,
      { signal, onProgress },
    )
  } finally {
    window.removeEventListener('beforeunload', askFirst)
  }
}
