import { Input } from '@mantine/core'
import { CodeEditor } from '../../ui/code-editor.tsx'
import type { CodeDraft } from './tool-draft.ts'

type CodeFieldsProps = {
  config: CodeDraft
  error: string | undefined
  onChange: (config: CodeDraft) => void
}

export function CodeFields({ config, error, onChange }: CodeFieldsProps) {
  return (
    <Input.Wrapper
      label="Code"
      description="A function body over args; what it returns is the result. There is no network and no clock but the run's."
      error={error}
      labelElement="div"
    >
      <CodeEditor
        label="Code"
        language="javascript"
        value={config.code}
        onChange={(code) => onChange({ ...config, code })}
      />
    </Input.Wrapper>
  )
}
