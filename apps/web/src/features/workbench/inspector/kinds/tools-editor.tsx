import { type EditorProps, setOrDrop } from '../use-member.ts'
import { ChannelField } from '../fields/channel-field.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { Section } from '../section.tsx'

/** Runs the tool calls the last message asks for. */
export function ToolsEditor({ node, onChange }: EditorProps<'tools'>) {
  return (
    <Section title="Tool calls">
      <ChannelField
        field="channel"
        label="Calls of the last message in"
        isClearable={false}
        value={node.channel}
        onChange={(channel) => {
          if (channel !== undefined) onChange({ ...node, channel }, 'channel')
        }}
      />
      <ToolsField
        field="approvals"
        label="Ask a human before"
        description="The run waits for an approval before each call of these."
        value={node.approvals ?? []}
        onChange={(names) =>
          onChange(setOrDrop(node, 'approvals', names.length > 0 ? names : undefined), 'approvals')
        }
      />
    </Section>
  )
}
