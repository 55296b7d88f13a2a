import type { ImportPlan, ImportPreview, ImportReport } from '@lathe/contract'
import { type Progress, sendFile } from '../../../lib/send-file.ts'

/** How a file is read; without an encoding, in what it seems to be. */
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

/** Aborted, it has taken nothing: while it is under way the browser asks before the page is left. */
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
