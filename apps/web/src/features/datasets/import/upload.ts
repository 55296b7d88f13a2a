import type { ImportPlan, ImportPreview, ImportReport } from '@lathe/contract'
import { sendFile } from '../../../lib/send-file.ts'

export const previewFile = (file: Blob) => sendFile<ImportPreview>('/api/datasets/preview', file)

export function importFile(datasetId: string, file: Blob, plan: ImportPlan, name: string) {
  const query = new URLSearchParams({ plan: JSON.stringify(plan), name })
  return sendFile<ImportReport>(`/api/datasets/${datasetId}/import?${query.toString()}`, file)
}
