import type { McpServer, McpServerTool } from '@lathe/contract'
import { Button, Switch } from '@mantine/core'
import { plural } from '../../../lib/format/format.ts'
import toolStyles from '../tools.module.css'
import styles from './mcp.module.css'
import { type ToolSwitches, useSwitchTools } from './use-switch-tools.ts'
import { Link } from '@tanstack/react-router'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { EFFECTS } from '../words.ts'

/** Tools that the server offers. Enabling one adds it to the workspace. */
export function McpToolList({ server }: { server: McpServer }) {
  const switching = useSwitchTools(server.name)
  const { tools, listedAt } = server
  const disabledTools = tools.filter(({ name, problem }) => name === null && problem === null)
  if (tools.length === 0) {
    return listedAt === null ? null : <p className={toolStyles.note}>This server has no tools.</p>
  }
  return (
    <>
      <div className={toolStyles.panelHead}>
        <p className={toolStyles.note}>
          Graphs cannot use disabled tools. Tool descriptions come from the server: read a
          description before you enable its tool.
        </p>
        {disabledTools.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={switching.isPending}
            onClick={() => switching.enable(disabledTools.map(({ tool }) => tool))}
          >
            Enable {plural(disabledTools.length, 'tool')}
          </Button>
        )}
      </div>
      <ul className={styles.tools} aria-label={`Tools of ${server.name}`}>
        {tools.map((tool) => (
          <McpToolRow key={tool.tool} tool={tool} switching={switching} />
        ))}
      </ul>
    </>
  )
}

type McpToolRowProps = { tool: McpServerTool; switching: ToolSwitches }

function McpToolRow({ tool, switching }: McpToolRowProps) {
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
