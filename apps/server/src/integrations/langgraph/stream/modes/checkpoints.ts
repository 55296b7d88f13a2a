import type { ModeTranslation } from '../frames.ts'

/** Each checkpoint with its state and next nodes. */
export const checkpoints: ModeTranslation = ({ body }, view) => {
  if (body.type !== 'state') return []
  const { threadId, runId } = view.facts
  const checkpointConfig = (id: string | null) =>
    id === null
      ? null
      : { configurable: { thread_id: threadId, checkpoint_ns: '', checkpoint_id: id } }
  const data = {
    config: checkpointConfig(view.checkpointId),
    parent_config: checkpointConfig(view.parentCheckpointId),
    values: view.values,
    metadata: {
      source: 'loop',
      step: body.superstep,
      parents: {},
      thread_id: threadId,
      run_id: runId,
    },
    next: body.next,
    tasks: body.next.map((name) => ({ name, interrupts: [] })),
  }
  return [{ event: 'checkpoints', data }]
}
