import {
  CapsuleContent,
  type CapsuleFile,
  convertFormerError,
  convertFormerExchange,
  renameFields,
  replaceField,
} from '@lathe/contract'

const mapList = (list: unknown, convert: (item: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.map(convert) : list

const convertError = (value: unknown) => replaceField(value, 'error', convertFormerError)

const convertRun = (run: unknown): unknown =>
  convertError(
    replaceField(renameFields(run, { steering: 'options' }), 'options', (options) =>
      renameFields(options, { tape: 'recording' }),
    ),
  )

const convertEvent = (event: unknown): unknown =>
  replaceField(event, 'body', (body) =>
    replaceField(convertError(body), 'interrupt', (interrupt) =>
      renameFields(interrupt, { isUnsettled: 'isUnconfirmed' }),
    ),
  )

/** Returns the content with current field names, or undefined if it is invalid. */
export function readCapsuleContent({ format, content }: CapsuleFile): CapsuleContent | undefined {
  if (format === 'lathe-capsule-2') return content
  const { run, spans, exchanges, events, ...rest } = content
  return CapsuleContent.safeParse({
    ...Object(renameFields(rest, { callees: 'calledAgents' })),
    run: convertRun(run),
    spans: mapList(spans, convertError),
    exchanges: mapList(exchanges, convertFormerExchange),
    events: mapList(events, convertEvent),
  }).data
}
