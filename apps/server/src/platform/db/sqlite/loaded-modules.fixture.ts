// Started by `sqlite.test.ts`. Prints the modules that its main thread has loaded.
import { atomic } from '../atomic.ts'
import { openDatabase } from '../open.ts'

const [file = ''] = process.argv.slice(2)
const db = await openDatabase({ file })
await db.selectFrom('workspaces').selectAll().execute()
await db.analytics.selectFrom('workspaces').selectAll().execute()
await db.transaction().execute((transaction) => atomic(transaction, [db.deleteFrom('settings')]))
await db.close()

/** Node's undocumented list of the modules and bindings that this thread has loaded. */
const loaded: unknown = Reflect.get(process, 'moduleLoadList')
process.stdout.write(JSON.stringify(loaded))
