import { Input } from '@mantine/core'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
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
      description="A function body with args in scope. The returned value is the result. The code has no network, and its clock is the run’s."
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
