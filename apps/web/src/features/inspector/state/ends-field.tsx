import { setEnds } from '@lathe/graph'
import { useDocument, useWorkbench } from '../../workbench/workbench-context.ts'
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
  const document = useDocument()
  return (
    <ChannelsField
      field={end}
      {...WORDS[end]}
      placeholder="None"
      value={document[end]}
      onChange={(names) => store.edit((current) => setEnds(current, { [end]: names }))}
    />
  )
}
