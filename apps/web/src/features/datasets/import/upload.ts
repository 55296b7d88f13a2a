import type { ImportPlan, ImportPreview, ImportReport } from '@lathe/contract'
import { type Progress, sendFile } from '../../../lib/send-file.ts'

export const previewFile = (file: Blob, hasHeader: boolean, signal: AbortSignal) =>
  sendFile<ImportPreview>(`/api/datasets/preview?hasHeader=${hasHeader}`, file, { signal })

type Taken = {
  plan: ImportPlan
  name: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** Aborted, it has taken nothing. */
export function importFile(
  datasetId: string,
  file: Blob,
  { plan, name, signal, onProgress }: Taken,
) {
  const query = new URLSearchParams({ plan: JSON.stringify(plan), name })
  return sendFile<ImportReport>(`/api/datasets/${datasetId}/import?${query.toString()}`, file, {
    signal,
    onProgress,
  })
}
