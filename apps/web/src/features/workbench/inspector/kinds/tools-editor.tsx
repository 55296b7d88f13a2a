import { type EditorProps, setOrDrop } from '../use-member.ts'
import { ChannelField } from '../fields/channel-field.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { Section } from '../section.tsx'

/** Executes the tool calls of the last message. */
export function ToolsEditor({ node, onChange }: EditorProps<'tools'>) {
  return (
    <Section title="Tool calls">
      <ChannelField
        field="channel"
        label="Messages channel"
        isClearable={false}
        value={node.channel}
        onChange={(channel) => {
          if (channel !== undefined) onChange({ ...node, channel }, 'channel')
        }}
      />
      <ToolsField
        field="approvals"
        label="Require approval for"
        description="The run waits for approval before each of these calls."
        value={node.approvals ?? []}
        onChange={(names) =>
          onChange(setOrDrop(node, 'approvals', names.length > 0 ? names : undefined), 'approvals')
        }
      />
    </Section>
  )
}
