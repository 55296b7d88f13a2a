import type { FeedbackCategory, FeedbackConfig } from '@lathe/contract'
import type { JsonText } from '../json.ts'

export type FeedbackConfigsTable = {
  workspace_id: string
  key: string
  type: FeedbackConfig['type']
  min: number | null
  max: number | null
  categories: JsonText<FeedbackCategory[]>
  is_lower_better: number
  modified_at: number
}
