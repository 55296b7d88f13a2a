import { rowInserter } from '../insert-rows.ts'

export const insertBlobs = rowInserter('checkpoint_blobs', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export const upsertCheckpoint = rowInserter('checkpoints', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id'])
      .doUpdateSet((eb) => ({
        parent_checkpoint_id: eb.ref('excluded.parent_checkpoint_id'),
        metadata: eb.ref('excluded.metadata'),
        type: eb.ref('excluded.type'),
        checkpoint: eb.ref('excluded.checkpoint'),
      })),
  ),
)

export const insertWrites = rowInserter('checkpoint_writes', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export const upsertWrites = rowInserter('checkpoint_writes', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id', 'task_id', 'idx'])
      .doUpdateSet((eb) => ({
        channel: eb.ref('excluded.channel'),
        type: eb.ref('excluded.type'),
        value: eb.ref('excluded.value'),
        blocks: eb.ref('excluded.blocks'),
      })),
  ),
)
