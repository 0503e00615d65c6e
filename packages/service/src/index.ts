export { createBase, type ServiceBase } from './base.ts'
export {
  artefactUrl,
  baseVariables,
  managementVariables,
  publicListenerVariables,
  sealingVariables,
  storageVariables,
} from './variables.ts'
