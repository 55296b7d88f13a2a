import type {
  ChannelVersions,
  Checkpoint,
  SerializerProtocol,
} from '@langchain/langgraph-checkpoint'

type Blob = { channel: string; version: string; type: string; value: Uint8Array }

/** The values this checkpoint wrote and no earlier one of its line; empty channels have none. */
export async function changedBlobs(
  { channel_values: values }: Checkpoint,
  newVersions: ChannelVersions,
  serde: SerializerProtocol,
): Promise<Blob[]> {
  const changed = Object.entries(newVersions).filter(([channel]) => Object.hasOwn(values, channel))
  return await Promise.all(
    changed.map(async ([channel, version]) => {
      const [type, value] = await serde.dumpsTyped(values[channel])
      return { channel, version: String(version), type, value }
    }),
  )
}

/** What is stored as the checkpoint itself: the versions of its values say where those are. */
export const withoutValues = (checkpoint: Checkpoint): Checkpoint => ({
  ...checkpoint,
  channel_values: {},
})
