import { randomUUID } from 'node:crypto'
import { deltaChannelHistoryTests, specTest } from '@langchain/langgraph-checkpoint-validation'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, engines } from '../../../testing/databases.ts'
import type { Db } from '../db.ts'
import { openDatabase } from '../open.ts'
import { Checkpointer } from './checkpointer.ts'

// The suite expects its runner's globals.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it })

describe.each(engines)('the official checkpointer suite on %s', (engine) => {
  let db: Db
  let remove: () => Promise<void>

  const initializer = {
    checkpointerName: 'Checkpointer',
    beforeAll: async () => {
      const database = await createDatabase(engine)
      remove = database.remove
      db = await openDatabase(database.config)
    },
    afterAll: async () => {
      await db.close()
      await remove()
    },
    /**
     * Each checkpointer gets its own workspace, so the suite also detects leaks between workspaces.
     */
    createCheckpointer: () => new Checkpointer(db, randomUUID()),
  }

  specTest(initializer)
  deltaChannelHistoryTests(initializer)
})
