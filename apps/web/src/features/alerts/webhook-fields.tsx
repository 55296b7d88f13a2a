import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { formatDuration } from '../../lib/format/format.ts'
import type { AlertDraft } from './alert-draft.ts'
import styles from './alerts.module.css'

type WebhookFieldsProps = {
  draft: AlertDraft
  /** The stored alert. Its secret stays on the server. */
  savedWebhook?: { id: string; hasSecret: boolean } | undefined
  problems: Readonly<Record<string, string>>
  change: (changes: Partial<AlertDraft>) => void
}

export function WebhookFields({ draft, savedWebhook, problems, change }: WebhookFieldsProps) {
  const { webhookUrl, secret, isMuted } = draft
  const sendTest = useMutation(api.alerts.test.mutationOptions())
  const send = () =>
    sendTest.mutate({
      webhookUrl: webhookUrl.trim(),
      ...(secret.trim() !== '' && { secret: secret.trim() }),
      ...(savedWebhook && { id: savedWebhook.id }),
    })
  return (
    <>
      <TextInput
        label="Webhook"
        type="url"
        placeholder="https://hooks.slack.com/services/…"
        description="Receives JSON when the alert fires and when it resolves. Slack incoming webhooks work."
        value={webhookUrl}
        error={problems['webhookUrl']}
        onChange={({ currentTarget }) => {
          sendTest.reset()
          change({ webhookUrl: currentTarget.value })
        }}
      />
      {webhookUrl.trim() !== '' && (
        <>
          <PasswordInput
            label="Signing secret"
            description={
              savedWebhook?.hasSecret
                ? 'Leave blank to keep the current secret'
                : 'Optional. Signs each message (Standard Webhooks)'
            }
            autoComplete="off"
            value={secret}
            error={problems['secret']}
            onChange={({ currentTarget }) => change({ secret: currentTarget.value })}
          />
          <div className={styles.line}>
            <Button variant="default" size="xs" loading={sendTest.isPending} onClick={send}>
              Send test message
            </Button>
            <span role="status">{sendTest.data?.ok && formatResponse(sendTest.data)}</span>
          </div>
          {sendTest.data?.ok === false && (
            <p className={styles.failed} role="alert">
              {[sendTest.data.error.message, sendTest.data.error.hint].filter(Boolean).join('. ')}
            </p>
          )}
          {sendTest.error && (
            <p className={styles.failed} role="alert">
              {describeError(sendTest.error).message}
            </p>
          )}
        </>
      )}
      <Checkbox
        label="Muted"
        description="Keep evaluating, but hold messages. Unmuting sends those that still apply."
        checked={isMuted}
        onChange={({ currentTarget }) => change({ isMuted: currentTarget.checked })}
      />
    </>
  )
}

const formatResponse = ({ status, ms }: { status: number; ms: number }) =>
  `Delivered: ${status} in ${formatDuration(ms)}`
