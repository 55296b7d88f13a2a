// Started by `sqlite.test.ts`, which kills this process while it writes.
import { openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'

const [file = ''] = process.argv.slice(2)
const db = await openDatabase({ file })

for (let i = 0; ; i++) {
  await db
    .insertInto('settings')
    .values({ workspace_id: DEFAULT_WORKSPACE, key: String(i), value: '1', updated_at: 1 })
    .execute()
  process.stdout.write(`${i}\n`)
}
