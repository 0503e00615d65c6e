export { createBase, type ServiceBase } from './base.ts'
export {
  artefactUrl,
  baseVariables,
  managementVariables,
  publicListenerVariables,
  recordVariables,
  sealingVariables,
  storageVariables,
} from './variables.ts'
