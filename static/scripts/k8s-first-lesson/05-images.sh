#!/usr/bin/env bash
# 第 5 步：在控制平面节点上预先拉取组件镜像。
set -euo pipefail

# snip:region images-pull
IMAGE_REPOSITORY="${IMAGE_REPOSITORY:-registry.k8s.io}"
KUBE_VERSION="$(kubeadm version -o short)"

kubeadm config images list --kubernetes-version "$KUBE_VERSION"
sudo kubeadm config images pull \
  --kubernetes-version "$KUBE_VERSION" \
  --image-repository "$IMAGE_REPOSITORY"
# snip:end
