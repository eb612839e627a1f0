#!/usr/bin/env bash
# 第 8 步：部署 nginx，从集群外访问一次，验证整条链路。
set -euo pipefail

# snip:region untaint
if [[ "$(kubectl get nodes --no-headers | wc -l)" -eq 1 ]]; then
  kubectl taint nodes --all node-role.kubernetes.io/control-plane- || true
fi
# snip:end

# snip:region nginx-up
kubectl create deployment nginx --image=nginx:stable --replicas=2
kubectl rollout status deployment/nginx --timeout=5m
kubectl expose deployment nginx --port=80 --type=NodePort
# snip:end

# snip:region nginx-check
node_ip="$(kubectl get nodes -o jsonpath='{.items[0].status.addresses[?(@.type=="InternalIP")].address}')"
node_port="$(kubectl get service nginx -o jsonpath='{.spec.ports[0].nodePort}')"
curl -fsS --retry 5 --retry-connrefused "http://$node_ip:$node_port" | grep '<title>'
# snip:end

# snip:region nginx-down
kubectl delete service,deployment nginx
# snip:end
