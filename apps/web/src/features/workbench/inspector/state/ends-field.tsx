import { setEnds } from '@lathe/graph'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import { ChannelsField } from '../fields/channels-field.tsx'

const WORDS = {
  input: {
    label: 'Input channels',
    description: 'The form a run starts with; channels without a default are required.',
  },
  output: { label: 'Output channels', description: 'What a run gives back.' },
}

export function EndsField({ end }: { end: 'input' | 'output' }) {
  const { store } = useWorkbench()
  const names = useBench(({ document }) => document[end])
  return (
    <ChannelsField
      field={end}
      {...WORDS[end]}
      placeholder="None"
      value={names}
      onChange={(next) => store.edit((current) => setEnds(current, { [end]: next }))}
    />
  )
}
