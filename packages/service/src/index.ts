export { createBase, type ServiceBase } from './base.ts'
export {
  artefactUrl,
  baseVariables,
  managementVariables,
  publicListenerVariables,
  receiverVariables,
  recordVariables,
  sealingVariables,
  storageVariables,
  videoVariables,
} from './variables.ts'
