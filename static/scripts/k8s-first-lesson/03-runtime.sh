#!/usr/bin/env bash
# 第 3 步：从 Docker 的软件源安装 containerd。所有节点都要执行。
set -euo pipefail

# snip:region docker-repo
sudo apt-get update
sudo apt-get install -y ca-certificates curl gpg
sudo install -d -m 0755 /etc/apt/keyrings
sudo curl -fsSL https://download.docker.com/linux/ubuntu/gpg -o /etc/apt/keyrings/docker.asc
sudo chmod a+r /etc/apt/keyrings/docker.asc

codename="$(. /etc/os-release && echo "$VERSION_CODENAME")"
arch="$(dpkg --print-architecture)"
echo "deb [arch=$arch signed-by=/etc/apt/keyrings/docker.asc] https://download.docker.com/linux/ubuntu $codename stable" |
  sudo tee /etc/apt/sources.list.d/docker.list
sudo apt-get update
# snip:end

# snip:region containerd-install
sudo apt-get install -y containerd.io
containerd --version
# snip:end

# snip:region containerd-config
containerd config default | sudo tee /etc/containerd/config.toml >/dev/null
sudo sed -i 's/SystemdCgroup = false/SystemdCgroup = true/' /etc/containerd/config.toml
grep -n 'SystemdCgroup = true' /etc/containerd/config.toml
sudo systemctl enable containerd
sudo systemctl restart containerd
# snip:end
