import { useBench } from '../../workbench-context.ts'
import { FormScopeContext } from '../fields/form-scope.ts'
import { ChannelForm } from './channel-form.tsx'

/** The form of one channel, its problems at its fields. */
export function ChannelEditor({ name }: { name: string }) {
  const channel = useBench((state) => state.document.state[name])
  if (!channel) return null
  return (
    <FormScopeContext value={{ channel: name }}>
      <ChannelForm name={name} channel={channel} />
    </FormScopeContext>
  )
}
