import { useState } from 'react'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Markdown } from '../../ui/messages/markdown.tsx'
import styles from './gallery.module.css'

const ANSWER = `### Where the order is

Order **98765** left the warehouse on Monday. See [the carrier](https://example.org/98765).

| step | day |
| --- | --- |
| packed | Sunday |
| sent | Monday |

\`\`\`json
{ "order": 98765 }
\`\`\`
`

const payload = {
  messages: [
    { role: 'system', content: 'You help customers. '.repeat(200) },
    { role: 'user', content: 'Where is order 98765?' },
  ],
  settings: { temperature: 0.2, tools: ['lookup_order', 'refund'], stop: null },
  scores: Array.from({ length: 250 }, (_, index) => index / 250),
}

const SCRIPT = 'export default (state) => {\n  // twice\n  return { total: state.total * 2 }\n}\n'

export function TextSamples() {
  const [prompt, setPrompt] = useState('Answer {{question}} in the voice of {{persona}}.')
  const [script, setScript] = useState(SCRIPT)

  return (
    <div className={styles.stack}>
      <CodeEditor
        label="Prompt"
        language="prompt"
        value={prompt}
        onChange={setPrompt}
        diagnostics={[{ from: 39, to: 50, severity: 'error', message: 'No such channel' }]}
      />
      <CodeEditor
        label="Script"
        language="javascript"
        value={script}
        onChange={setScript}
        height={120}
      />
      <CodeEditor
        label="Schema"
        language="json"
        value={JSON.stringify(payload.settings, null, 2)}
      />
      <JsonView label="Input" value={payload} />
      <Markdown text={ANSWER} />
    </div>
  )
}
