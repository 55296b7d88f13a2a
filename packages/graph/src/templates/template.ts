import { GraphDocument, type Template } from '@lathe/contract'

type TemplateSource = Omit<Template, 'document'> & { document: unknown }

/** Fills in what a document may leave out, and refuses one that is not a document at all. */
export const template = ({ document, ...rest }: TemplateSource): Template => ({
  ...rest,
  document: GraphDocument.parse(document),
})
