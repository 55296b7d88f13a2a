import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'
import type { Json, JsonSchema } from '@lathe/contract'
import { describeIssues, schemaIssues, validateJson } from '@lathe/graph'

/** In place of the client's own, which would make code of what a server sends. */
export const schemaValidator: jsonSchemaValidator = {
  // Its caller's word is taken for the type, as the package's own validators do.
  getValidator: <T>(given: unknown): JsonSchemaValidator<T> => {
    const schema = given as JsonSchema
    const [broken] = schemaIssues(schema)
    return (input: unknown) => {
      const issues = broken ? [broken] : validateJson(schema, input as Json)
      return issues.length > 0
        ? { valid: false, data: undefined, errorMessage: describeIssues(issues) }
        : { valid: true, data: input as T, errorMessage: undefined }
    }
  },
}
