import type { McpServerTool } from '@lathe/contract'
import { Button, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { JsonView } from '../../../ui/json/json-view.tsx'
import toolStyles from '../tools.module.css'
import { EFFECTS } from '../words.ts'
import styles from './mcp.module.css'
import type { ToolSwitches } from './use-switch-tools.ts'

type McpToolRowProps = { tool: McpServerTool; switching: ToolSwitches }

export function McpToolRow({ tool, switching }: McpToolRowProps) {
  const { tool: id, name, title, description, effect, isEnabled, problem, schema, state } = tool
  const canSwitch = problem === null && (state !== 'gone' || isEnabled)
  return (
    <li>
      <Switch
        size="xs"
        aria-label={`Enable ${id}`}
        checked={switching.isEnabled(tool)}
        disabled={!canSwitch}
        onChange={(event) => switching.toggle(tool, event.currentTarget.checked)}
      />
      <div className={styles.tool}>
        <div className={styles.toolHead}>
          <code>{id}</code>
          {title !== null && title !== id && <span className={toolStyles.note}>{title}</span>}
          <span className={toolStyles.note} title={EFFECTS[effect].hint}>
            {EFFECTS[effect].label}
          </span>
          {name !== null && (
            <Link to="/tools" search={({ q }) => ({ q, tool: name })}>
              {name === id ? 'Try it' : `Try it as ${name}`}
            </Link>
          )}
        </div>
        {problem !== null && <p className={styles.problem}>{problem}</p>}
        {state === 'changed' && (
          <div className={styles.changed}>
            <span>
              The server changed this tool’s definition. Agents still use the earlier definition.
            </span>
            <Button
              variant="default"
              size="compact-xs"
              loading={switching.isPending}
              onClick={() => switching.enable([id])}
            >
              Accept changes
            </Button>
          </div>
        )}
        {state === 'gone' && (
          <div className={styles.changed}>The server no longer has this tool.</div>
        )}
        <p className={styles.description}>{description}</p>
        {problem === null && (
          <details className={styles.schema}>
            <summary>Arguments</summary>
            <JsonView label={`Arguments of ${id}`} value={schema} />
          </details>
        )}
      </div>
    </li>
  )
}
