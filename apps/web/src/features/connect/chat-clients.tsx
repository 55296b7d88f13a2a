import { isChatGraph } from '@lathe/graph'
import type { GraphDocument } from '@lathe/contract'
import { useId } from 'react'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import styles from './connect.module.css'

type ChatClientsProps = { url: string; agent: string; document: GraphDocument }

/** Whether chat clients can use the agent, and what to enter in them. */
export function ChatClients({ url, agent, document }: ChatClientsProps) {
  const titleId = useId()
  const settings = [
    { name: 'Deployment URL', value: `${url}/langgraph` },
    { name: 'Graph ID', value: agent },
  ]

  return (
    <section aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>Chat clients</h2>
      </header>
      {isChatGraph(document) ? (
        <>
          <p className={styles.intro}>
            Agent Chat UI, Deep Agents UI and other LangGraph chat clients can use this agent.
            Approvals and questions appear in the chat.
          </p>
          <dl className={styles.settings}>
            {settings.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{value}</code>
                  <CopyButton value={value} label={`Copy ${name}`} />
                </dd>
              </div>
            ))}
            <div>
              <dt>API key</dt>
              <dd>
                <span>
                  The server’s token: <code>LATHE_TOKEN</code>, or the file <code>token</code> in
                  its <code>LATHE_HOME</code>
                </span>
              </dd>
            </div>
          </dl>
        </>
      ) : (
        <p className={styles.intro}>
          Chat clients cannot drive this agent. They send only <code>messages</code>, so that
          channel must be an input, and every other input needs a default.
        </p>
      )}
    </section>
  )
}
