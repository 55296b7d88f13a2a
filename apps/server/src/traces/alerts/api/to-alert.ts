import type { Alert } from '@lathe/contract'
import type { AlertRow } from '../alerts.store.ts'
import { fromJson } from '../../../platform/db/json.ts'

type Told = Pick<Alert, 'firing' | 'delivery'>

export const toAlert = (row: AlertRow, { firing, delivery }: Told): Alert => ({
  id: row.id,
  name: row.name,
  ...fromJson(row.rule),
  webhookUrl: row.webhook_url,
  hasSecret: row.secret !== null,
  isMuted: row.is_muted === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  state: row.state,
  value: row.value,
  count: row.count,
  lookedAt: row.looked_at,
  problem: row.problem,
  recent: fromJson(row.recent),
  firing,
  delivery,
})
